/* Written by tools/lookalikes from Unicode's confusables.txt and character data. Each row is for
 * the characters from `first` on: what each of them looks like, in brackets if that is several
 * letters; a blank is for one that looks like itself. */
/* clang-format off */
static const LookalikeRow lookalike_rows[] = {
    {0xAA,
     "a   ® ° 23 m   lo [l⁄4][l⁄2][3⁄4] aaaaaaæceeeellllðnooooo øuuuuyþßaaaaaaæceeeellllðnooooo "
     "øuuuuyþyaaaaaaccccccccddđđeeeeeeeeeegggggggghhħħllllllllll[lj][lj]jjkkĸllllllĿŀłłnnnnnn[ʼn]"
     "ŋŋooooooœœrrrrrrssssssssttttŧŧuuuuuuuuuuuuwwyyyzzzzzzsƀɓƃƃbbɔƈƈɖɗƌƌgǝəɛƒƒɠyƕlɨƙƙƚƛwɲƞɵooƣƣ"
     "ƥƥr22ʃƪƫƭƭʈuuʊuƴƴƶƶ3ƹƹƺƻ5sƾƿlǁǂǃ[dz][dz][dz][lj][lj][lj][nj][nj][nj]aalloouuuuuuuuuuǝaaaaæ"
     "æǥǥggkkoooo33j[dz][dz][dz]ggƕƿnnaaææøøaaaaeeeelllloooorrrruuuusstt33hhƞȡ88ȥȥaaeeooooooooyy"
     "ȴȵȶȷȸȹⱥȼȼƚⱦȿɀɂɂƀʉʌɇɇɉɉɋɋɍɍɏɏɐaɒɓɔɕɖɗɘəɚɛ3ɝɞɟɠgɢyɤɥɦɧɨllɫɬɭɮw"},
    {0x280,
     "rʁʂʃʄʅʆʇʈʉʊuʌʍʎyʐʑ3ʓʔʕʖʗʘʙʚʛʜj"},
    {0x370,
     "ͱͱͳͳʹ ͷͷ  ͺͻͼͽ j      a ehl o yωlabyδezhθlkλmnξoπp otyφxψωlyaehluabyδezhθlkλmvξoπpςotuφxψω"
     "luouωϗbθyyyφπϗϙϙϛϛffϟϟϡϡϣϣϥϥϧϧ22ϫϫϭϭϯϯkpςjθe ϸϸommϼͻͼͽeeђrєslljљњћkиyџa6brдeж3ииkлmhoпpcty"
     "фxцчшщъыbэюяa6brдeж3ииkлmhoпpctyфxцчшщъыbэюяeeђrєslljљњћkиyџwwѣѣѥѥѧѧѩѩѫѫѭѭѯѯѱѱѳѳvvvvѹѹѻѻѽѽ"
     "ѿѿҁҁ҂       ҋҋҍҍҏҏґґғғҕҕҗҗҙҙққҝҝҟҟҡҡңңҥҥҧҧҩҩҫҫҭҭyyұұҳҳҵҵҷҷҹҹhheeҿҿlжжӄӄӆӆӈӈӊӊӌӌӎӎlaaaaӕӕee"
     "әәәәжж3333ииииooөөөөээyyyyyyччӷӷыыӻӻӽӽӿӿddԃԃԅԅԇԇԉԉԋԋggԏԏԑԑԓԓԕԕԗԗԙԙqqwwԟԟԡԡԣԣԥԥԧԧԩԩԫԫԭԭԯ"},
    {0x531,
     "wբqդեqէըթժիլխծկhձղճմյնշnչպջnuվsրgւփfoֆ  ՙ      ՠwբqդեqէըթժիլխծկhձղճմյնշnչպջnuվsրgւփfoֆ[եւ]"
     ""},
    {0x13A0,
     "drtꭳꭴlꭶꭷꭸyajeꭽꭾꭿꮀrꮂwꮄꮅꮆmꮈꮉꮊhꮌyꮎꮏgꮑhzꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝ4bꮠꮡrꮣwsꮦꮧꮨvsꮫꮬꮭlcꮰꮱpꮳꮴꮵkdꮸꮹꮺꮻꮼꮽ6ꮿᏸᏹᏺgbᏽ  ᏸᏹ"
     "ᏺgb"},
    {0x1C80,
     "bᲁoctt"},
    {0x1D04,
     "cᴅᴆᴇᴈᴉᴊᴋᴌᴍᴎoᴐoᴒᴓᴔᴕᴖᴗᴘᴙᴚᴛuᴝᴞᴟvwzᴣᴤᴥrᴧᴨᴩᴪᴫaæbᴯdeǝghljklmnᴻo8prtuwaɐaᴂbdeəɛ3gᵎkmŋoɔᴖᴗptuᴝwvᴥb"
     "yδφxlruvbypφx"},
    {0x1D78,
     "hᵹᵺᵻᵼᵽᵾᵿᶀᶁᶂgᶄᶅᶆᶇᶈᶉᶊᶋy"},
    {0x1D9B,
     "ɒcɕð3fɟgɥɨllᵻjɭᶅʟɱɰɲɳɴɵɸʂʃƫʉʊuuʌzʐʑ3θ"},
    {0x1E00,
     "aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhllllkkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprr"
     "rrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy[aʾ]sẜfßẟaaaaaaaaaaaaaaaaa"
     "aaaaaaaeeeeeeeeeeeeeeeelllloooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyyỻỻỽỽyyaaaaaaaaaaa"
     "aaaaaeeeeee  eeeeee  hhhhhhhhhhhhhhhhlllllllllllllllloooooo  oooooo  uuuuuuuu y y y yωωωωω"
     "ωωωωωωωωωωωaaeehhlloouuωω  aaaaaaaaaaaaaaaahhhhhhhhhhhhhhhhωωωωωωωωωωωωωωωωaaaaa aaaaaaa l"
     "   hhh hheehhh   llll  llllll    uuuuppuuyyyyp     ωωω ωωooωωω"},
    {0x2070,
     "ol  456789     nol23456789      aeoxəhklmnpst"},
    {0x2100,
     "[a/c][a/s]c℃℄[c/o][c/u]ɛ℈℉ghhhhħllll℔n[no]℗ pqrrr℞℟[sm][tel][tm]℣z℥ω℧z℩kabceeefⅎmoאבגדl℺[fax]"
     "πyyπ     ddelj⅊ ⅌⅍ⅎ⅏[l⁄7][l⁄9][l⁄lo][l⁄3][2⁄3][l⁄5][2⁄5][3⁄5][4⁄5][l⁄6][5⁄6][l⁄8][3⁄8][5⁄8]"
     "[7⁄8][l⁄]l[ll][lll][lv]v[vl][vll][vlll][lx]x[xl][xll]lcdml[ll][lll][lv]v[vl][vll][vlll][lx]"
     "x[xl][xll]lcdmↀↁↂↄ"},
    {0x2460,
     "l23456789[lo][ll][l2][l3][l4][l5][l6][l7][l8][l9][2o]"},
    {0x24B6,
     "abcdefghljklmnopqrstuvwxyzabcdefghljklmnopqrstuvwxyzo"},
    {0x2C60,
     "ⱡⱡɫᵽɽⱥⱦⱨⱨⱪⱪⱬⱬaɱɐɒⱱⱳⱳⱴⱶⱶⱷⱸⱹⱺⱻjvȿɀ"},
    {0xAB32,
     "eꬳꬴfꬶꬷꬸꬹꬺꬻꬼoꬾꬿꭀꭁꭂꭃꭄꭅꭆrrꭉꭊꭋꭌꭍuꭏꭐꭑuxꭔꭕꭖꭗꭘꭙy ꜧꬷɫuꭠꭡꭢꭣꭤꭥꭦꭧꭨʍ      drtꭳꭴlꭶꭷꭸyajeꭽꭾꭿꮀrꮂwꮄꮅꮆmꮈꮉꮊh"
     "ꮌyꮎꮏgꮑhzꮔꮕꮖꮗꮘꮙꮚꮛꮜꮝ4bꮠꮡrꮣwsꮦꮧꮨvsꮫꮬꮭlcꮰꮱpꮳꮴꮵkdꮸꮹꮺꮻꮼꮽ6"},
    {0xFB00,
     "[ff][fl][fl][ffl][ffl][st][st]            [մն][մե][մի][վն][մխ]"},
    {0xFF10,
     "ol23456789       abcdefghljklmnopqrstuvwxyz      abcdefghljklmnopqrstuvwxyz"},
    {0x1D400,
     "abcdefghljklmnopqrstuvwxyzabcdefghljklmnopqrstuvwxyzabcdefghljklmnopqrstuvwxyzabcdefg ljkl"
     "mnopqrstuvwxyzabcdefghljklmnopqrstuvwxyzabcdefghljklmnopqrstuvwxyza cd  g  jk  nopq stuvwx"
     "yzabcd f hljklmn pqrstuvwxyzabcdefghljklmnopqrstuvwxyzabcdefghljklmnopqrstuvwxyzab defg  j"
     "klmnopq stuvwxy abcdefghljklmnopqrstuvwxyzab defg ljklm o   stuvwxy abcdefghljklmnopqrstuv"
     "wxyzabcdefghljklmnopqrstuvwxyzabcdefghljklmnopqrstuvwxyzabcdefghljklmnopqrstuvwxyzabcdefgh"
     "ljklmnopqrstuvwxyzabcdefghljklmnopqrstuvwxyzabcdefghljklmnopqrstuvwxyzabcdefghljklmnopqrst"
     "uvwxyzabcdefghljklmnopqrstuvwxyzabcdefghljklmnopqrstuvwxyzabcdefghljklmnopqrstuvwxyzabcdef"
     "ghljklmnopqrstuvwxyzabcdefghljklmnopqrstuvwxyzlȷ  abyδezhθlkλmnξoπpθotyφxψω abyδezhθlkλmvξ"
     "oπpςotuφxψω eθkφpπabyδezhθlkλmnξoπpθotyφxψω abyδezhθlkλmvξoπpςotuφxψω eθkφpπabyδezhθlkλmnξ"
     "oπpθotyφxψω abyδezhθlkλmvξoπpςotuφxψω eθkφpπabyδezhθlkλmnξoπpθotyφxψω abyδezhθlkλmvξoπpςot"
     "uφxψω eθkφpπabyδezhθlkλmnξoπpθotyφxψω abyδezhθlkλmvξoπpςotuφxψω eθkφpπff  ol23456789ol2345"
     "6789ol23456789ol23456789ol23456789"},
    {0x1F130,
     "abcdefghljklmnopqrstuvwxyz[hv][mv][sd][ss][ppv][wc]"},
    {0x1F16A,
     "[mc][md][mr]"},
};
/* clang-format on */
