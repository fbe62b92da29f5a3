// A study's page looks again every two seconds while battles are fought; without it, loading the page again does the same.

const living = document.getElementById("lab-now");

async function look() {
  const answer = await fetch(living.dataset.address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (answer?.ok) living.innerHTML = await answer.text();
  if (living.querySelector("[data-running=yes]")) setTimeout(look, 2000);
  else location.reload(); // now there is a report, and another button
}

if (living?.querySelector("[data-running=yes]")) setTimeout(look, 2000);
