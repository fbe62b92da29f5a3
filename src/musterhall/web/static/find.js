/* Looking for a name among rows as one types. Rows carry their names in small letters without accents; a part that is
   sent anew is filtered again. */

const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim().replace(/\s+/g, " ");

const hide = (one, hidden) => {
  if (one.hidden !== hidden) one.hidden = hidden;
};

for (const field of document.querySelectorAll("[data-find]")) {
  const name = field.dataset.find;
  const filter = () => {
    const wanted = plain(field.value);
    const rows = [...document.querySelectorAll(`[data-rows="${name}"] [data-names]`)];
    for (const row of rows) hide(row, !row.dataset.names.includes(wanted));
    const none = document.querySelector(`[data-none="${name}"]`);
    if (none) hide(none, !rows.length || rows.some((row) => !row.hidden));
  };
  field.addEventListener("input", filter);
  const part = document.querySelector(`[data-part="${name}"]`);
  // What is sent anew may show again what was hidden, and change nothing else.
  const changes = { childList: true, subtree: true, attributeFilter: ["hidden"] };
  if (part) new MutationObserver(filter).observe(part, changes);
  filter();
}
