/* The way to the server: what is asked and sent, and a stream of numbers that says when there is something new. */

/** What was refused; the sentence is the server's. */
export class Refusal extends Error {}

/** Nothing came back at all. */
export class NoLink extends Error {
  constructor() {
    super("There is no link to the server just now.");
  }
}

const AGAIN = 3000;

export class Link {
  constructor(battle, seat) {
    this.battle = battle;
    this.seat = seat;
    /** Whose eyes are looked through, where one screen has both sides. */
    this.as = null;
  }

  async ask(path, body) {
    const headers = { "muster-seat": this.seat, accept: "application/json" };
    const options = body === undefined ? { headers } : {
      method: "POST", headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body),
    };
    const response = await fetch(path, options).catch(() => {
      throw new NoLink();
    });
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new Refusal(answer.error ?? "That did not work; try again.");
    return answer;
  }

  /** Ask about this battle, or send it something. */
  call(path, body) {
    const eyes = body === undefined && this.as !== null ? `${path.includes("?") ? "&" : "?"}as=${this.as}` : "";
    return this.ask(`/api/battles/${this.battle}${path}${eyes}`, body);
  }

  /** Hear when something new was written, and when the link is lost or back. */
  follow({ news, lost, back }) {
    const stream = new EventSource(`/api/battles/${this.battle}/stream`);
    stream.addEventListener("news", (event) => news(JSON.parse(event.data).version));
    stream.addEventListener("open", back);
    stream.addEventListener("error", () => {
      lost();
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => this.follow({ news, lost, back }), AGAIN);
    });
  }
}

/** A word of one's own on what is sent: sent again with the same it is done once. */
export function newMark() {
  return crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
}
