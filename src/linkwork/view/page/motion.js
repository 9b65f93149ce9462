// The motion: poses of all bodies at even times, read between samples.

const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const floats = (text) => new Float32Array(bytes(text).buffer);
const words = (text) => new Uint32Array(bytes(text).buffer);

class Motion {
  constructor({ bodies, start, step, count, poses }) {
    Object.assign(this, { bodies, start, step, count });
    this.data = floats(poses);
  }

  get end() { return this.start + this.step * (this.count - 1); }

  // (sample before t, share of the way to the next)
  at(t) {
    const x = this.step > 0 ? Math.min(Math.max((t - this.start) / this.step, 0), this.count - 1) : 0;
    const k = Math.min(Math.floor(x), Math.max(this.count - 2, 0));
    return [k, this.count > 1 ? x - k : 0];
  }

  pose(k, share, body) {
    const width = 7 * this.bodies, a = k * width + 7 * body, b = share > 0 ? a + width : a, d = this.data;
    const p = [0, 1, 2].map((i) => d[a + i] + share * (d[b + i] - d[a + i]));
    let near = 0;
    for (let i = 3; i < 7; i++) near += d[a + i] * d[b + i];
    const other = near < 0 ? -share : share; // the shorter way round
    const q = [3, 4, 5, 6].map((i) => (1 - share) * d[a + i] + other * d[b + i]);
    const size = Math.hypot(...q);
    return posed(p, q.map((x) => x / size));
  }

  poses(t) {
    const [k, share] = this.at(t);
    return Array.from({ length: this.bodies }, (_, body) => this.pose(k, share, body));
  }

  // Where a point of a body is at every sample.
  path(body, at) {
    const out = new Float32Array(3 * this.count);
    for (let k = 0; k < this.count; k++) out.set(transform(this.pose(k, 0, body), at).slice(0, 3), 3 * k);
    return out;
  }
}
