"use strict";
// Draws the formulas and lets marks, notes and counts lead to one another. Nothing is fetched.
(() => {
  const KEYS = new Set(["data-claim", "data-verdict", "data-entry", "data-end", "data-ring", "data-mended"]);
  const BATCH = 60; // formulas drawn before the browser may breathe

  // Only the marks that this program put in are trusted; authors' commands of the kind were taken out.
  const trust = (what) => what.command === "\\htmlData" && Object.keys(what.attributes).every((key) => KEYS.has(key));

  function draw(element, macros) {
    const options = {
      displayMode: element.dataset.display === "1", macros: { ...macros }, trust, strict: "ignore",
      throwOnError: true, maxExpand: 500, maxSize: 40, output: "htmlAndMathml",
    };
    const target = document.createElement("span");
    try {
      katex.render(element.dataset.tex, target, options);
    } catch (problem) {
      return; // the source stays, with its marks
    }
    element.replaceChildren(...target.childNodes);
    element.classList.add("drawn");
  }

  function drawAll(elements) {
    const macros = new Map();
    const of = (section) => {
      if (!section || !section.dataset.macros) return {};
      if (!macros.has(section)) macros.set(section, JSON.parse(section.dataset.macros));
      return macros.get(section);
    };
    let at = 0;
    const some = () => {
      for (const end = Math.min(at + BATCH, elements.length); at < end; at += 1) draw(elements[at], of(elements[at].closest(".file")));
      if (at < elements.length) setTimeout(some);
      else document.documentElement.dataset.ready = "1";
    };
    some();
  }

  function light(elements) {
    for (const element of elements) {
      element.classList.remove("lit");
      void element.offsetWidth; // starts the animation anew
      element.classList.add("lit");
    }
  }

  const marksOf = (name) => document.querySelectorAll(`.document [data-claim="${CSS.escape(name)}"]`);

  function show(name) {
    const note = document.getElementById(name);
    if (!note) return;
    if (note.tagName === "DETAILS") note.open = true;
    const place = note.getBoundingClientRect();
    if (place.top < 0 || place.bottom > innerHeight) note.scrollIntoView({ block: "center" });
    light(marksOf(name));
  }

  function clicked(event) {
    const count = event.target.closest("button[data-filter]");
    if (count) return filter(count.dataset.filter);
    const link = event.target.closest('a[href^="#"]');
    if (link) return setTimeout(() => show(link.getAttribute("href").slice(1)));
    const mark = event.target.closest(".document [data-claim]");
    if (mark && !getSelection().toString()) toggle(mark.dataset.claim);
    return undefined;
  }

  function toggle(name) {
    const note = document.getElementById(name);
    if (note && note.open && !note.matches(".wrong, .finding")) note.open = false;
    else show(name);
  }

  function filter(verdict) {
    const root = document.documentElement;
    const only = root.dataset.only === verdict ? null : verdict;
    if (only) root.dataset.only = only;
    else delete root.dataset.only;
    for (const button of document.querySelectorAll("button[data-filter]")) {
      button.setAttribute("aria-pressed", String(button.dataset.filter === only));
    }
  }

  // n and p go from error to error.
  let reached = -1;
  function pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.key !== "n" && event.key !== "p")) return;
    const errors = [...document.querySelectorAll(".note.wrong, .note.finding")];
    if (!errors.length) return;
    reached = (reached + (event.key === "n" ? 1 : errors.length - 1) + (reached < 0 && event.key === "p" ? 1 : 0)) % errors.length;
    show(errors[reached].id);
    errors[reached].querySelector("summary").focus({ preventScroll: true });
  }

  function listFiles() {
    const files = [...document.querySelectorAll(".file")];
    document.title = files.length === 1 ? `${files[0].getAttribute("aria-label")} · workings` : `${files.length} files · workings`;
    if (files.length < 2) return;
    const nav = document.createElement("nav");
    nav.className = "files";
    nav.setAttribute("aria-label", "files");
    const list = nav.appendChild(document.createElement("ol"));
    for (const file of files) {
      const item = list.appendChild(document.createElement("li"));
      const link = item.appendChild(document.createElement("a"));
      link.href = `#${file.id}`;
      link.textContent = file.getAttribute("aria-label");
      const wrong = file.querySelectorAll(".note.wrong, .note.finding").length;
      item.appendChild(document.createElement("small")).textContent = wrong ? `✗ ${wrong}` : "✓";
    }
    const main = document.getElementById("sheet");
    main.prepend(nav);
    const total = main.querySelector(":scope > .total");
    if (total) main.prepend(total);
  }

  // On paper all that is not simply right is told in full; of what is right, what the reader has opened.
  let closed = [];
  const openAll = () => {
    closed = [...document.querySelectorAll("details:is(.note:not(.right), .working):not([open])")];
    for (const note of closed) note.open = true;
  };
  const closeAgain = () => {
    for (const note of closed) note.open = false;
  };

  document.addEventListener("DOMContentLoaded", () => {
    listFiles();
    drawAll([...document.querySelectorAll(".tex[data-tex]")]);
    document.addEventListener("click", clicked);
    document.addEventListener("keydown", pressed);
    addEventListener("beforeprint", openAll);
    addEventListener("afterprint", closeAgain);
    if (location.hash.length > 1) show(decodeURIComponent(location.hash.slice(1)));
  });
})();
