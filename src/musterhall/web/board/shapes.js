/* Figures and shapes: numbers between two others, outlines round points, boxes that meet, ways of several legs. */

export function sector(x, y, facing, width, radius) {
  const at = (degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return `${round(x + radius * Math.cos(angle))} ${round(y + radius * Math.sin(angle))}`;
  };
  return `M${x} ${y}L${at(facing - width / 2)}A${radius} ${radius} 0 ${width > 180 ? 1 : 0} 1 ${at(facing + width / 2)}Z`;
}

/** Legs one after the other, as one way to go along. */
export class Route {
  constructor(legs) {
    this.legs = legs.map(([x1, y1, x2, y2]) => ({ x1, y1, x2, y2, length: Math.hypot(x2 - x1, y2 - y1) }));
    this.length = this.legs.reduce((sum, { length }) => sum + length, 0) || 1;
  }

  /** How much of one leg is gone when so much of the whole way is. */
  shareOf(number, way) {
    const before = this.legs.slice(0, number).reduce((sum, { length }) => sum + length, 0);
    return clamp((way * this.length - before + 1e-6) / (this.legs[number].length || 1));
  }

  at(way) {
    const number = Math.max(0, this.legs.findLastIndex((_, at) => this.shareOf(at, way) > 0));
    const { x1, y1, x2, y2 } = this.legs[number];
    const share = this.shareOf(number, way);
    return [mix(x1, x2, share), mix(y1, y2, share)];
  }
}

export function clamp(value, low = 0, high = 1) {
  return Math.min(high, Math.max(low, value));
}

export function mix(from, to, t) {
  return from + (to - from) * t;
}

export function ease(t) {
  return t * t * (3 - 2 * t);
}

export function round(value) {
  return Math.round(value * 100) / 100;
}

export function turned(from, to, way) {
  if (Number.isNaN(to) || Number.isNaN(from)) return to;
  const turn = ((((to - from) % 360) + 540) % 360) - 180;
  return from + turn * ease(clamp(way * 2.5));
}

export function star(points, outer, inner) {
  const corners = Array.from({ length: points * 2 }, (_, at) => {
    const radius = at % 2 ? inner : outer;
    const angle = (Math.PI * at) / points - Math.PI / 2;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join("L")}Z`;
}

export function inside(box, frame) {
  return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
}

export function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Middle of the points in x. */
export function anchor(points) {
  return points.reduce((sum, [x]) => sum + x, 0) / points.length;
}

export function bounds(points) {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

/** Convex hull, counter-clockwise (Andrew's monotone chain). */
export function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  if (sorted.length < 3) return sorted;
  const half = (list) => {
    const chain = [];
    for (const point of list) {
      while (chain.length > 1 && bend(chain.at(-2), chain.at(-1), point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function bend(a, b, c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** The outline at a distance around a convex hull, with round corners. */
export function rounded(corners, reach) {
  if (corners.length === 1 || isPoint(corners)) {
    const [x, y] = corners[0];
    return `M${x - reach} ${y}a${reach} ${reach} 0 1 0 ${2 * reach} 0a${reach} ${reach} 0 1 0 ${-2 * reach} 0Z`;
  }
  let path = "";
  corners.forEach(([x1, y1], at) => {
    const [x2, y2] = corners[(at + 1) % corners.length];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [outX, outY] = [((y2 - y1) / length) * reach, (-(x2 - x1) / length) * reach];
    const [from, to] = [`${round(x1 + outX)} ${round(y1 + outY)}`, `${round(x2 + outX)} ${round(y2 + outY)}`];
    path += at === 0 ? `M${from}L${to}` : `A${reach} ${reach} 0 0 1 ${from}L${to}`;
  });
  const [[x1, y1], [x2, y2]] = corners;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const close = `${round(x1 + ((y2 - y1) / length) * reach)} ${round(y1 - ((x2 - x1) / length) * reach)}`;
  return `${path}A${reach} ${reach} 0 0 1 ${close}Z`;
}

function isPoint(corners) {
  return corners.every(([x, y]) => Math.hypot(x - corners[0][0], y - corners[0][1]) < 0.01);
}
