// The page of games. Everything is read from the page itself: the positions and their legal moves
// from the links of the moves, the pictures from the first picture of each game. The rules of the
// game are not here. Without this script the page is a list
// of moves between two pictures.
"use strict";

(function () {
    const SVG = "http://www.w3.org/2000/svg";
    const SQUARE = 100, PIECE = 84, RANKS = 7, FILES = 7;
    const PACE = 1100; // milliseconds a move while the game plays by itself
    const SLIDE = 160; // milliseconds
    const FILE_NAMES = "abcdefg";
    const PIECES = {
        L: "lion", Z: "zebra", E: "elephant", G: "giraffe", C: "crocodile", M: "monkey", P: "pawn",
        S: "superpawn", Q: "megapawn", T: "elephante"
    };
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

    // Returns the moves of data-moves that lead from a square, by their ends:
    // {end: {landings, jumps, peaceful, drowned, became, wins}}.
    function readTargets(moves, from) {
        const targets = {};
        const own = (moves || "").split(" ").find((piece) => piece.startsWith(from + ":"));
        for (const text of own ? own.slice(3).split(",") : []) {
            const landings = /^[^~=#]*/.exec(text)[0].match(/[a-g][1-7]/g);
            targets[landings[landings.length - 1]] = {
                landings, jumps: text[0] === ".", peaceful: text[0] === "-", wins: text.endsWith("#"),
                drowned: (text.match(/~[a-g][1-7]/g) || []).map((square) => square.slice(1)),
                became: (/=(.)/.exec(text) || [])[1]
            };
        }
        return targets;
    }

    function squareName(square) {
        return FILE_NAMES[square.file] + (RANKS - square.row);
    }

    function writeFen(men, white) {
        const rows = [];
        for (let row = 0; row < RANKS; row++) {
            let rank = "";
            for (let file = 0; file < FILES; file++) {
                const man = men[FILE_NAMES[file] + (RANKS - row)];
                rank += man || "1";
            }
            rows.push(rank.replace(/1+/g, (empty) => empty.length));
        }
        return rows.join("/") + (white ? "/w/-1" : "/b/-1");
    }

    // Returns a node for a move that somebody tries; the page knows no moves after it.
    function tryMove(node, from, target) {
        const men = {}, end = target.landings[target.landings.length - 1];
        readMen(node.fen).forEach(function (man) {
            men[squareName(man)] = man.white ? man.letter : man.letter.toLowerCase();
        });
        const mover = men[from], white = mover === mover.toUpperCase();
        const remove = function (square) {
            const letter = men[square] || "";
            delete men[square];
            return letter;
        };
        remove(from);
        let at = from, taken = "";
        for (const landing of target.landings) {
            const a = readSquare(at), b = readSquare(landing);
            taken += remove(target.jumps ?
                squareName({file: (a.file + b.file) / 2, row: (a.row + b.row) / 2}) : landing);
            at = landing;
        }
        men[end] = !target.became ? mover : white ? target.became : target.became.toLowerCase();
        const drowned = target.drowned.map(remove).join("");
        const sentences = [`You try the ${PIECES[mover.toUpperCase()]} from ${from} to ` +
            `${target.landings.join(" and ")}.`];
        if (drowned)
            sentences.push(`What is on ${target.drowned.join(" and ")} drowns.`);
        sentences.push(target.wins ? "It takes the lion and wins." :
            "One move can be tried from each position of the game; go back to try another.");
        return {
            prev: node, fen: writeFen(men, !white), way: [from].concat(target.landings), taken, drowned,
            title: "A try", say: sentences.join(" "), moves: "", trial: true
        };
    }

    function copy(element) {
        const text = element.textContent;
        const range = document.createRange(), selection = window.getSelection();
        // Where the clipboard is not allowed, the old way: select and copy.
        const select = function () {
            const details = element.closest("details");
            if (details)
                details.open = true;
            range.selectNodeContents(element);
            selection.removeAllRanges();
            selection.addRange(range);
            return document.execCommand("copy");
        };
        if (!navigator.clipboard)
            return Promise.resolve(select());
        return navigator.clipboard.writeText(text).then(() => true, select);
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
        const over = element("g", {});
        const sides = article.querySelectorAll(".side");
        const list = find(".moves");
        const said = find(".said");
        const graph = find(".graph svg");
        const now = graph && graph.querySelector(".now");
        const code = find(".fen");
        const buttons = {}, captions = {};
        const initiallyFlipped = article.dataset.flipped === "true";
        const main = readGame();
        // Programs that play without clocks may write that every move took no time.
        const timed = main.some((node) => /[1-9]/.test(node.clock || node.used));
        let at = main[0], flipped = initiallyFlipped, timer = 0, chosen = "";

        // A node is a position that can be shown: that of a link, the first one, or a try. It has
        // the nodes before and after it, prev and next.
        function createNode(link, prev) {
            const data = link.dataset;
            const next = link.nextElementSibling;
            const node = {
                link, prev, fen: data.fen, way: data.way ? data.way.split(" ") : [],
                taken: data.taken || "", drowned: data.drowned || "", moves: data.moves,
                title: data.number + " " + link.textContent, say: link.title, score: data.score,
                clock: data.clock, used: data.used, better: data.better,
                note: next && next.matches(".note:not(.other), .remark") ? next.textContent : ""
            };
            link.addEventListener("click", function (event) {
                event.preventDefault();
                go(node);
            });
            return node;
        }

        // Another line replaces the move before it.
        function readLine(line, before) {
            let last = before;
            for (const child of line.children) {
                if (child.matches("a")) {
                    const node = createNode(child, last);
                    if (last !== before)
                        last.next = node;
                    last = node;
                } else if (child.matches(".line")) {
                    readLine(child, last.prev);
                }
            }
        }

        function readGame() {
            const data = article.dataset;
            const first = article.querySelector(".moves > li:first-child > .note:first-child");
            const nodes = [{
                ply: 0, fen: data.fen, way: [], taken: "", drowned: "", moves: data.moves, title: "Start",
                say: "The first position of the game. Tap a piece to try a move.", score: data.score,
                note: first ? first.textContent : ""
            }];
            for (const link of list.querySelectorAll(".moves > li > a")) {
                const prev = nodes[nodes.length - 1], node = createNode(link, prev);
                let note = link.nextElementSibling;
                node.ply = nodes.length;
                prev.next = node;
                nodes.push(node);
                for (; note && note.matches(".note"); note = note.nextElementSibling)
                    for (const line of note.querySelectorAll(":scope > .line"))
                        readLine(line, prev);
            }
            return nodes;
        }

        // The position of the game that a line or a try began at.
        function root(node) {
            while (node.ply === undefined)
                node = node.prev;
            return node;
        }

        function isWhite(node) {
            return node.fen.split("/")[RANKS] === "w";
        }

        function place(square) {
            return {
                x: (flipped ? FILES - 1 - square.file : square.file) * SQUARE,
                y: (flipped ? RANKS - 1 - square.row : square.row) * SQUARE
            };
        }

        function middle(name) {
            const spot = place(readSquare(name));
            return {x: spot.x + SQUARE / 2, y: spot.y + SQUARE / 2};
        }

        function slide(man, from, to) {
            const a = place(from), b = place(to);
            if (!calm.matches && man.animate)
                man.animate([{transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)`},
                             {transform: "none"}], {duration: SLIDE, easing: "ease-out"});
        }

        function squarePath(name) {
            const square = readSquare(name);
            return `M${square.file * SQUARE} ${square.row * SQUARE}h100v100h-100z`;
        }

        // An arrow through the middles of squares, with a head of two strokes.
        function createArrow(squares) {
            const points = squares.map(middle);
            const end = points[points.length - 1], before = points[points.length - 2];
            const angle = Math.atan2(end.y - before.y, end.x - before.x);
            const stroke = (turn) => `M${end.x} ${end.y}l${-34 * Math.cos(angle + turn)} ` +
                `${-34 * Math.sin(angle + turn)}`;
            return element("path", {
                "class": "arrow",
                d: "M" + points.map((point) => `${point.x} ${point.y}`).join("L") + stroke(0.6) + stroke(-0.6)
            });
        }

        function draw(step) {
            const way = at.way.map(readSquare);
            const end = way[way.length - 1];
            const margin = (SQUARE - PIECE) / 2;
            men.replaceChildren(...readMen(at.fen).map(function (man) {
                const spot = place(man);
                const made = element("use", {
                    href: "#" + man.letter, "class": man.white ? "white" : "black",
                    x: spot.x + margin, y: spot.y + margin, width: PIECE, height: PIECE
                });
                if (step && end && man.file === end.file && man.row === end.row)
                    slide(made, way[0], end);
                return made;
            }));
            // The marks turn with the ground.
            marks.replaceChildren(...(chosen ? [chosen] : at.way).map((name) => element("path", {
                "class": "last", d: squarePath(name)
            })));
            over.replaceChildren();
            if (chosen)
                over.append(...Object.entries(readTargets(at.moves, chosen)).map(function ([name, target]) {
                    const spot = middle(name);
                    return element("circle", {
                        "class": target.peaceful ? "goes" : "takes", cx: spot.x, cy: spot.y, r: 16
                    });
                }));
            else if (at.better)
                over.append(createArrow(at.better.split(" ")));
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
            strong.textContent = at.title;
            said.replaceChildren(strong, "  " + at.say + (at.score ? "  " + at.score : "") +
                (at.better ? "\nThe arrow is the better move." : "") +
                (at.note ? "\n" + at.note : "") +
                (at === main[main.length - 1] ? "\n" + find(".outcome").textContent : ""));
            words.textContent = (at.prev ? at.say + " " : "") + tellMen();
        }

        // The pieces in words, for people who cannot see the board.
        function tellMen() {
            const all = readMen(at.fen);
            const both = [true, false].map(function (white) {
                const own = all.filter((man) => man.white === white);
                return (white ? "White: " : "Black: ") + own.map((man) =>
                    man.letter + squareName(man)).join(", ") + ".";
            });
            return (isWhite(at) ? "White" : "Black") + " to move. " + both.join(" ");
        }

        function createSpan(name, text) {
            const span = document.createElement("span");
            span.className = name;
            span.textContent = text;
            return span;
        }

        // Small pictures of pieces after a word.
        function createPieces(word, letters) {
            const group = createSpan("pieces", word + " ");
            for (const letter of letters) {
                const icon = element("svg", {viewBox: "0 0 100 100", width: 20, height: 20, "aria-hidden": "true"});
                icon.append(element("rect", {"class": "grass", width: 100, height: 100, rx: 14}),
                            element("use", {
                                href: "#" + letter.toUpperCase(),
                                "class": letter === letter.toUpperCase() ? "white" : "black",
                                x: 5, y: 5, width: 90, height: 90
                            }));
                group.append(icon);
            }
            group.setAttribute("role", "img");
            group.setAttribute("aria-label", word + " " + Array.from(letters).join(" ").toUpperCase());
            return group;
        }

        // The players above and below the board: their clocks, and what they took and lost.
        function showSides(last) {
            const found = {true: {taken: "", drowned: ""}, false: {taken: "", drowned: ""}};
            for (let node = last; node.prev; node = node.prev) {
                const mover = found[!isWhite(node)];
                mover.taken = node.taken + mover.taken;
                mover.drowned = node.drowned + mover.drowned;
                mover.clock = mover.clock || node.clock;
                mover.used = mover.used || node.used;
            }
            sides.forEach(function (side, i) {
                const white = (i === 1) !== flipped, mover = found[white];
                side.replaceChildren(createSpan("name", article.dataset[white ? "white" : "black"]));
                if (mover.taken)
                    side.append(createPieces("took", mover.taken));
                if (mover.drowned)
                    side.append(createPieces("lost in the river", mover.drowned));
                if (timed && (mover.clock || mover.used))
                    side.append(createSpan("clock", mover.clock || mover.used + " used"));
            });
        }

        // The rows of the players are from the beginning as high as at the end, when they have most to
        // show, so that the board and the buttons stay where they are.
        function reserveSides() {
            showSides(main[main.length - 1]);
            for (const side of sides) {
                side.style.minHeight = "";
                side.style.minHeight = side.getBoundingClientRect().height + "px";
            }
            showSides(at);
        }

        function reveal(link) {
            const top = link.offsetTop - list.clientHeight / 2;
            list.scrollTo({top: Math.max(0, top), behavior: "auto"});
        }

        function enable(button, enabled) {
            button.setAttribute("aria-disabled", String(!enabled));
        }

        function show(node, quietly) {
            const step = node.prev === at, link = node.link || node.prev && node.prev.link;
            if (at.link)
                at.link.removeAttribute("aria-current");
            at = node;
            chosen = "";
            draw(step);
            say();
            showSides(at);
            if (node.link)
                node.link.setAttribute("aria-current", "true");
            if (link)
                reveal(link);
            else
                list.scrollTo({top: 0});
            if (now) {
                const x = root(node).ply * Number(graph.dataset.step);
                now.setAttribute("x1", x);
                now.setAttribute("x2", x);
            }
            code.textContent = node.fen;
            for (const name in captions)
                buttons[name].textContent = captions[name];
            enable(buttons.first, node.prev);
            enable(buttons.back, node.prev);
            enable(buttons.next, node.next);
            enable(buttons.last, node !== main[main.length - 1]);
            buttons.leave.hidden = node.ply !== undefined;
            if (!quietly && node.ply !== undefined)
                remember(number, node.ply);
        }

        function stop() {
            window.clearInterval(timer);
            timer = 0;
            buttons.play.setAttribute("aria-pressed", "false");
            buttons.play.querySelector("use").setAttribute("href", "#icon-play");
        }

        function go(node) {
            stop();
            show(node || at);
        }

        function play() {
            if (timer) {
                stop();
                return;
            }
            if (!at.next)
                show(at.ply === undefined ? root(at) : main[0]);
            timer = window.setInterval(function () {
                if (at.next)
                    show(at.next);
                if (!at.next)
                    stop();
            }, PACE);
            buttons.play.setAttribute("aria-pressed", "true");
            buttons.play.querySelector("use").setAttribute("href", "#icon-pause");
        }

        function flip() {
            flipped = !flipped;
            turn();
            draw(false);
            reserveSides();
        }

        // A button tells that it has copied until another position is shown.
        function copyWith(name, source) {
            captions[name] = captions[name] || buttons[name].textContent;
            copy(find(source)).then(function (copied) {
                buttons[name].textContent = copied ? "Copied" : "Copy what is selected";
            });
        }

        const actions = {
            first: () => go(main[0]), back: () => go(at.prev), play, next: () => go(at.next),
            last: () => go(main[main.length - 1]), flip, leave: () => go(root(at)),
            copyFen: () => copyWith("copyFen", ".fen"), copyText: () => copyWith("copyText", ".text")
        };

        function pointAt(event) {
            const box = graph.getBoundingClientRect();
            const ply = Math.round((event.clientX - box.left) / box.width * (main.length - 1));
            go(main[Math.min(Math.max(ply, 0), main.length - 1)]);
        }

        // A click on a piece shows its moves, the next one on one of their ends makes it.
        function touchBoard(event) {
            const box = board.getBoundingClientRect(), view = board.viewBox.baseVal;
            let file = Math.floor(((event.clientX - box.left) / box.width * view.width + view.x) / SQUARE);
            let row = Math.floor(((event.clientY - box.top) / box.height * view.height + view.y) / SQUARE);
            if (file < 0 || file >= FILES || row < 0 || row >= RANKS)
                return;
            if (flipped) {
                file = FILES - 1 - file;
                row = RANKS - 1 - row;
            }
            const name = squareName({file, row});
            const target = chosen && readTargets(at.moves, chosen)[name];
            if (target) {
                go(tryMove(at, chosen, target));
                return;
            }
            stop();
            chosen = name !== chosen && Object.keys(readTargets(at.moves, name)).length > 0 ? name : "";
            draw(false);
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
                    go(dx < 0 ? at.next : at.prev);
            }, {passive: true});
        }

        for (const button of article.querySelectorAll("button[data-do]")) {
            buttons[button.dataset.do] = button;
            button.addEventListener("click", () => actions[button.dataset.do]());
        }
        for (const link of article.querySelectorAll(".review a"))
            link.addEventListener("click", function (event) {
                event.preventDefault();
                go(main[Number(link.hash.split("-")[1])]);
                board.scrollIntoView({block: "nearest"});
            });
        if (graph) {
            graph.addEventListener("pointerdown", pointAt);
            graph.addEventListener("pointermove", (event) => event.buttons && pointAt(event));
        }
        board.append(over);
        board.addEventListener("click", touchBoard);
        followSwipes();
        for (const hidden of article.querySelectorAll(".controls, .said, .side, .copies"))
            hidden.hidden = false;
        return {
            actions, stop, reserveSides,
            choose: function (ply, quietly) {
                reserveSides();
                show(main[Math.min(ply, main.length - 1)], quietly);
            },
            setChosen: (chosenGame) => article.classList.toggle("chosen", chosenGame)
        };
    }

    const articles = Array.from(document.querySelectorAll(".game"));
    const games = []; // made when they are chosen first
    const entries = Array.from(document.querySelectorAll(".games a"));
    const index = document.querySelector(".games details");
    let chosen = null;

    // Keeps the place in the address, so that it can be shared and survives a reload. There is no
    // element of that name, to which a browser would scroll.
    function remember(number, ply) {
        try {
            window.history.replaceState(null, "", `#game${number}-move${ply}`);
        } catch (refused) {
            // some viewers of local files do not allow it
        }
    }

    function choose(number, ply, quietly) {
        if (index)
            index.open = false;
        if (chosen) {
            chosen.stop();
            chosen.setChosen(false);
        }
        for (const entry of entries)
            entry.removeAttribute("aria-current");
        if (entries.length > 0)
            entries[number - 1].setAttribute("aria-current", "true");
        games[number] = games[number] || createGame(articles[number - 1], number);
        chosen = games[number];
        chosen.setChosen(true);
        chosen.choose(ply, quietly);
    }

    // Returns false if the address is not that of a game, as of the rules. A browser would show the
    // place of the move in the list, but who follows such a link looks for the board.
    function readAddress() {
        const place = /^#g(?:ame)?(\d+)(?:-(?:move)?(\d+))?$/.exec(window.location.hash);
        const number = place ? Number(place[1]) : 0;
        if (number < 1 || number > articles.length)
            return false;
        choose(number, place[2] ? Number(place[2]) : 0, false);
        window.scrollTo(0, 0);
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
        chosen.actions[keys[event.key]]();
    });
    window.addEventListener("hashchange", readAddress);
    window.addEventListener("resize", () => chosen.reserveSides());
    document.documentElement.classList.add("live");
    if (!readAddress())
        choose(1, 0, true);
})();
