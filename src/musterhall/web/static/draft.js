// The draft room: one table out of all that the stream sends, and a force whose points follow what is chosen.
// Both pages work without this.

const table = document.querySelector("[data-part=draft_table]");
if (table) {
  const leave = () => {
    for (const one of table.querySelectorAll("[data-table]")) one.hidden = one.dataset.table !== table.dataset.only;
  };
  document.addEventListener("muster:part", leave);
  leave();
}

const form = document.getElementById("choices");
if (form) {
  let asked = 0;
  const workOut = async () => {
    const mine = ++asked, body = new URLSearchParams(new FormData(form));
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
      const page = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
      // An answer that was overtaken by a newer question counts no more.
      if (page && mine === asked) take(page);
    } catch { /* without a link the points stay as they are; handing in says so */ }
  };
  const take = (page) => {
    document.getElementById("sum").replaceChildren(...page.getElementById("sum").childNodes);
    // The points of each pilot depend on the version.
    for (const fresh of page.querySelectorAll("#choices select")) {
      const old = form.elements[fresh.name], chosen = old.value;
      if (old.innerHTML === fresh.innerHTML) continue;
      old.innerHTML = fresh.innerHTML;
      old.value = chosen;
    }
  };
  form.addEventListener("change", workOut);
  form.addEventListener("submit", (submitted) => { submitted.preventDefault(); workOut(); });
  form.querySelector("button").hidden = true;
}
