/* What opens beside the table: a section of the rules, what happened since somebody left, and the friend's link. */

/** A section of the rules in a sheet beside the table; those above and below it are one tap away. */
export class Rules {
  constructor(sheet, link, game) {
    this.sheet = sheet;
    this.link = link;
    this.game = game;
    sheet.addEventListener("click", (event) => {
      if (event.target.closest("[data-close]")) sheet.close();
    });
  }

  /** Something that is known here already: paragraphs, as text or made. */
  tell(words, paragraphs) {
    this.title("", words);
    this.body.replaceChildren(...paragraphs.map((one) => (typeof one === "string" ? made("p", one) : one)));
    if (!this.sheet.open) this.sheet.show();
    this.sheet.querySelector("[data-close]").focus();
  }

  get body() {
    return this.sheet.querySelector(".text");
  }

  async open(section) {
    const { body } = this;
    this.tell(section, ["Looking it up…"]);
    try {
      this.fill(body, await this.link.ask(`/api/rules/${this.game}/${encodeURIComponent(section)}`));
    } catch (error) {
      body.replaceChildren(made("p", error.message));
    }
  }

  title(section, words) {
    this.sheet.querySelector("h2").textContent = [section, words].filter(Boolean).join(" ");
  }

  fill(body, { section, title, text = [], cases = [], parent, children = [] }) {
    this.title(section, title);
    body.replaceChildren(...text.map((paragraph) => made("p", paragraph)));
    if (cases.length) body.append(made("h3", "Worked cases"), list(cases.map((one) => made("span", one.title ?? one))));
    const others = [parent, ...children].filter(Boolean);
    if (others.length) body.append(made("h3", "Near it"), list(others.map((one) => this.way(one))));
  }

  way(one) {
    const section = one.section ?? one;
    const button = made("button", [section, one.title].filter(Boolean).join(" "));
    button.type = "button";
    button.dataset.section = section;
    return button;
  }
}

/** What happened while somebody was away, to be read or to be played. */
export function sinceYouLeft(box, frames, begin) {
  const lines = frames.slice(begin);
  box.querySelector("ol").replaceChildren(...lines.map(({ text, side }) => {
    const line = made("li", text);
    line.className = side === null ? "" : `side${side}`;
    return line;
  }));
  box.querySelector("h2").textContent = lines.length === 1 ? "Since you left, one thing happened" : `Since you left, ${lines.length} things happened`;
  box.hidden = false;
}

/** The link of a seat that nobody has taken yet, with a picture of it to be scanned. */
export function friendsLink(box, path, picture) {
  box.hidden = !path;
  if (!path) return;
  const link = new URL(path, location.href).href;
  box.querySelector("input").value = link;
  const image = box.querySelector("img");
  image.hidden = !picture;
  if (picture) image.src = picture;
}

export async function copy(text, button) {
  const words = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.previousElementSibling?.select?.();
    button.textContent = "Press Ctrl+C";
  }
  setTimeout(() => (button.textContent = words), 2000);
}

function list(items) {
  const all = document.createElement("ul");
  all.append(...items.map((item) => {
    const line = document.createElement("li");
    line.append(item);
    return line;
  }));
  return all;
}

function made(name, text) {
  return Object.assign(document.createElement(name), { textContent: text });
}
