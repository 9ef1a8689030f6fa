// The page of games. Everything is read from the page itself: the positions from the links of the
// moves, the pictures from the first picture of each game. Without this script the page is a list
// of moves between two pictures.
"use strict";

(function () {
    const SVG = "http://www.w3.org/2000/svg";
    const SQUARE = 100, PIECE = 84, RANKS = 7, FILES = 7;
    const PACE = 1100; // milliseconds a move while the game plays by itself
    const SLIDE = 160; // milliseconds
    const FILE_NAMES = "abcdefg";
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

    // Returns [{letter, white, file, row}]; rows count from the top, White at the bottom.
    function readMen(fen) {
        const men = [];
        fen.split("/").slice(0, RANKS).forEach(function (rank, row) {
            let file = 0;
            for (const c of rank) {
                if (c >= "1" && c <= "7") {
                    file += Number(c);
                } else {
                    men.push({letter: c.toUpperCase(), white: c === c.toUpperCase(), file, row});
                    file++;
                }
            }
        });
        return men;
    }

    function readSquare(name) {
        return {file: FILE_NAMES.indexOf(name[0]), row: RANKS - Number(name[1])};
    }

    function element(name, attributes) {
        const made = document.createElementNS(SVG, name);
        for (const key in attributes)
            made.setAttribute(key, attributes[key]);
        return made;
    }

    function createGame(article, number) {
        const find = (selector) => article.querySelector(selector);
        const board = find(".start .board");
        const men = board.querySelector(".men");
        const marks = board.querySelector(".marks");
        const ground = board.querySelector(".ground");
        const words = board.querySelector("desc");
        const labels = Array.from(board.querySelectorAll(".labels text"));
        const names = labels.map((label) => label.textContent);
        const list = find(".moves");
        const links = Array.from(list.querySelectorAll("a[data-fen]"));
        const said = find(".said");
        const graph = find(".graph svg");
        const now = graph && graph.querySelector(".now");
        const code = find(".fen");
        const buttons = {};
        const initiallyFlipped = article.dataset.flipped === "true";
        let at = 0, flipped = initiallyFlipped, timer = 0;

        function fenAt(ply) {
            return ply === 0 ? article.dataset.fen : links[ply - 1].dataset.fen;
        }

        function place(square) {
            return {
                x: (flipped ? FILES - 1 - square.file : square.file) * SQUARE,
                y: (flipped ? RANKS - 1 - square.row : square.row) * SQUARE
            };
        }

        // Squares of the last move, "d2 d3": its origin first, its end last.
        function wayAt(ply) {
            const way = ply === 0 ? article.dataset.way : links[ply - 1].dataset.way;
            return way ? way.split(" ").map(readSquare) : [];
        }

        function slide(man, from, to) {
            const a = place(from), b = place(to);
            if (!calm.matches && man.animate)
                man.animate([{transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)`},
                             {transform: "none"}], {duration: SLIDE, easing: "ease-out"});
        }

        function draw(step) {
            const way = wayAt(at);
            const end = way[way.length - 1];
            const margin = (SQUARE - PIECE) / 2;
            men.replaceChildren(...readMen(fenAt(at)).map(function (man) {
                const spot = place(man);
                const made = element("use", {
                    href: "#" + man.letter, "class": man.white ? "white" : "black",
                    x: spot.x + margin, y: spot.y + margin, width: PIECE, height: PIECE
                });
                if (step === 1 && end && man.file === end.file && man.row === end.row)
                    slide(made, way[0], end);
                return made;
            }));
            // The marks turn with the ground.
            marks.replaceChildren(...way.map((square) => element("path", {
                "class": "last",
                d: `M${square.file * SQUARE} ${square.row * SQUARE}h100v100h-100z`
            })));
        }

        function turn() {
            if (flipped)
                ground.setAttribute("transform", "rotate(180 350 350)");
            else
                ground.removeAttribute("transform");
            labels.forEach(function (label, i) {
                const last = i < FILES ? FILES - 1 : FILES + RANKS - 1 + FILES;
                label.textContent = names[flipped === initiallyFlipped ? i : last - i];
            });
        }
        function say() {
            const strong = document.createElement("strong");
            const link = at > 0 ? links[at - 1] : null;
            const score = link ? link.dataset.score : article.dataset.score;
            strong.textContent = link ? link.dataset.number + " " + link.textContent : "Start";
            said.replaceChildren(strong,
                "  " + (link ? link.dataset.say : "The first position of the game.") +
                (score ? "  " + score : "") +
                (at === links.length ? "\n" + find(".outcome").textContent : ""));
            words.textContent = (link ? link.dataset.say + " " : "") + tellMen();
        }

        // The pieces in words, for people who cannot see the board.
        function tellMen() {
            const men = readMen(fenAt(at));
            const sides = [true, false].map(function (white) {
                const own = men.filter((man) => man.white === white);
                return (white ? "White: " : "Black: ") + own.map((man) =>
                    man.letter + FILE_NAMES[man.file] + (RANKS - man.row)).join(", ") + ".";
            });
            return (fenAt(at).split("/")[RANKS] === "w" ? "White" : "Black") + " to move. " + sides.join(" ");
        }

        function reveal(link) {
            const top = link.offsetTop - list.clientHeight / 2;
            list.scrollTo({top: Math.max(0, top), behavior: "auto"});
        }

        function enable(button, enabled) {
            button.setAttribute("aria-disabled", String(!enabled));
        }

        function show(ply, quietly) {
            const step = ply - at;
            at = Math.min(Math.max(ply, 0), links.length);
            draw(step);
            say();
            links.forEach((link) => link.removeAttribute("aria-current"));
            if (at > 0) {
                links[at - 1].setAttribute("aria-current", "true");
                reveal(links[at - 1]);
            } else {
                list.scrollTo({top: 0});
            }
            if (now) {
                const x = at * Number(graph.dataset.step);
                now.setAttribute("x1", x);
                now.setAttribute("x2", x);
            }
            code.textContent = fenAt(at);
            enable(buttons.first, at > 0);
            enable(buttons.back, at > 0);
            enable(buttons.next, at < links.length);
            enable(buttons.last, at < links.length);
            if (!quietly)
                remember(number, at);
        }

        function stop() {
            window.clearInterval(timer);
            timer = 0;
            buttons.play.setAttribute("aria-pressed", "false");
            buttons.play.querySelector("use").setAttribute("href", "#icon-play");
        }

        function go(ply) {
            stop();
            show(ply);
        }

        function play() {
            if (timer) {
                stop();
                return;
            }
            if (at === links.length)
                show(0);
            timer = window.setInterval(function () {
                show(at + 1);
                if (at === links.length)
                    stop();
            }, PACE);
            buttons.play.setAttribute("aria-pressed", "true");
            buttons.play.querySelector("use").setAttribute("href", "#icon-pause");
        }

        function flip() {
            flipped = !flipped;
            turn();
            draw(0);
        }

        const deeds = {
            first: () => go(0), back: () => go(at - 1), play, next: () => go(at + 1),
            last: () => go(links.length), flip
        };

        function pointAt(event) {
            const box = graph.getBoundingClientRect();
            go(Math.round((event.clientX - box.left) / box.width * links.length));
        }

        // A swipe over the board is a step.
        function followSwipes() {
            let x = 0, y = 0;
            board.addEventListener("touchstart", function (event) {
                x = event.touches[0].clientX;
                y = event.touches[0].clientY;
            }, {passive: true});
            board.addEventListener("touchend", function (event) {
                const dx = event.changedTouches[0].clientX - x;
                const dy = event.changedTouches[0].clientY - y;
                if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy))
                    go(at + (dx < 0 ? 1 : -1));
            }, {passive: true});
        }

        for (const button of article.querySelectorAll("button[data-do]")) {
            buttons[button.dataset.do] = button;
            button.addEventListener("click", () => deeds[button.dataset.do]());
        }
        links.forEach(function (link, i) {
            link.addEventListener("click", function (event) {
                event.preventDefault();
                go(i + 1);
            });
        });
        if (graph) {
            graph.addEventListener("pointerdown", pointAt);
            graph.addEventListener("pointermove", (event) => event.buttons && pointAt(event));
        }
        followSwipes();
        find(".controls").hidden = false;
        said.hidden = false;
        find(".position").hidden = false;
        return {
            deeds, stop,
            choose: (ply) => show(ply, true),
            setChosen: (chosen) => article.classList.toggle("chosen", chosen)
        };
    }

    const games = Array.from(document.querySelectorAll(".game")).map((article, i) =>
        createGame(article, i + 1));
    const entries = Array.from(document.querySelectorAll(".games a"));
    const index = document.querySelector(".games details");
    let chosen = games[0];

    // Keeps the place in the address, so that it can be shared and survives a reload. There is no
    // element of that name, to which a browser would scroll.
    function remember(number, ply) {
        try {
            window.history.replaceState(null, "", `#game${number}-move${ply}`);
        } catch (refused) {
            // some viewers of local files do not allow it
        }
    }

    function choose(number, ply) {
        if (index)
            index.open = false;
        chosen.stop();
        chosen = games[number - 1];
        games.forEach((game) => game.setChosen(game === chosen));
        entries.forEach(function (entry, i) {
            if (i === number - 1)
                entry.setAttribute("aria-current", "true");
            else
                entry.removeAttribute("aria-current");
        });
        chosen.choose(ply);
    }

    // Returns false if the address is not that of a game, as of the rules.
    function readAddress() {
        const place = /^#g(?:ame)?(\d+)(?:-(?:move)?(\d+))?$/.exec(window.location.hash);
        const number = place ? Number(place[1]) : 0;
        if (number < 1 || number > games.length)
            return false;
        choose(number, place[2] ? Number(place[2]) : 0);
        return true;
    }

    const keys = {
        ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", f: "flip", F: "flip",
        " ": "play"
    };
    document.addEventListener("keydown", function (event) {
        const own = event.target.closest("button, summary, input");
        if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys) ||
            (event.key === " " && own))
            return;
        event.preventDefault();
        chosen.deeds[keys[event.key]]();
    });
    window.addEventListener("hashchange", readAddress);
    document.documentElement.classList.add("live");
    if (!readAddress())
        choose(1, 0);
})();
