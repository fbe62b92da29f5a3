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
  // What stands in the sum is what would be handed in: not while it is being worked out anew.
  const hold = (held) => { for (const one of document.querySelectorAll("#sum button")) one.disabled = held; };
  const workOut = async () => {
    const mine = ++asked, body = new URLSearchParams(new FormData(form));
    hold(true);
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
      const page = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
      // An answer that was overtaken by a newer question counts no more.
      if (page && mine === asked) take(page);
    } catch { /* without a link the points stay as they are, and nothing is handed in that was not worked out */ }
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
  addEventListener("online", workOut);
  form.addEventListener("submit", (submitted) => { submitted.preventDefault(); workOut(); });
  form.querySelector("button").hidden = true;
}
