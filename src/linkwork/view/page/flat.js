// Drawing without WebGL: triangles sorted by depth on a plain canvas.

class FlatRenderer {
  constructor(canvas, meshes) {
    Object.assign(this, { canvas, meshes, context: canvas.getContext("2d") });
  }

  draw(picture) {
    const density = Math.min(window.devicePixelRatio || 1, 2), c = this.canvas, g = this.context;
    const w = (c.width = Math.round(c.clientWidth * density)), h = (c.height = Math.round(c.clientHeight * density));
    const { camera, light } = picture, lens = multiply(camera.projection, camera.view), eye = camera.eye;
    const screen = (p) => {
      const [x, y, z, s] = transform(lens, p);
      return [(0.5 + (0.5 * x) / s) * w, (0.5 - (0.5 * y) / s) * h, z / s];
    };
    if (picture.floor) this.grid(picture, screen);
    const found = [];
    picture.solids.forEach((s, k) => this.facets(s, k, eye, light, screen, found));
    found.sort((a, b) => b.depth - a.depth);
    g.lineJoin = "round";
    for (const f of found) this.polygon(f);
    for (const trail of picture.trails) this.trail(trail, screen, density);
    this.found = found;
  }

  facets(solid, index, eye, light, screen, found) {
    const { vertices, faces } = this.meshes[solid.mesh], world = [], flat = [];
    for (let i = 0; i < vertices.length; i += 3) {
      world.push(transform(solid.model, vertices.subarray(i, i + 3)).slice(0, 3));
      flat.push(screen(world[world.length - 1]));
    }
    for (let i = 0; i < faces.length; i += 3) {
      const corners = [faces[i], faces[i + 1], faces[i + 2]], [a, b, c] = corners.map((k) => world[k]);
      const n = unit(cross(sub(b, a), sub(c, a)));
      if (dot(n, sub(eye, a)) <= 0) continue;
      const shade = 0.62 + 0.42 * Math.max(dot(n, light), 0);
      const color = `rgb(${solid.color.map((x) => Math.round(255 * Math.min(1, x * shade))).join()})`;
      const points = corners.map((k) => flat[k]);
      found.push({ points, color, index, depth: (points[0][2] + points[1][2] + points[2][2]) / 3 });
    }
  }

  polygon({ points, color }) {
    const g = this.context;
    g.fillStyle = g.strokeStyle = color;
    g.lineWidth = 0.7;
    g.beginPath();
    for (const [x, y] of points) g.lineTo(x, y);
    g.closePath();
    g.fill();
    g.stroke();
  }

  grid({ floor, theme }, screen) {
    const g = this.context, n = 12;
    g.strokeStyle = `rgba(${theme.line.map((x) => Math.round(255 * x)).join()},0.4)`;
    g.lineWidth = 1;
    g.beginPath();
    for (let k = -n; k <= n; k++)
      for (const [u, v] of [[floor.across, floor.along], [floor.along, floor.across]]) {
        const [a, b] = [-n, n].map((e) => screen(add(floor.middle, add(scale(u, k * floor.step), scale(v, e * floor.step)))));
        g.moveTo(a[0], a[1]);
        g.lineTo(b[0], b[1]);
      }
    g.stroke();
  }

  trail({ path, color, now }, screen, density) {
    const g = this.context;
    g.strokeStyle = `rgb(${color.map((x) => Math.round(255 * x)).join()})`;
    for (const [last, width, strength] of [[path.length / 3 - 1, 1, 0.3], [Math.floor(now), 2, 0.9]]) {
      g.lineWidth = width * density;
      g.globalAlpha = strength;
      g.beginPath();
      for (let k = 0; k <= last; k++) g.lineTo(...screen(path.subarray(3 * k, 3 * k + 3)).slice(0, 2));
      g.stroke();
    }
    g.globalAlpha = 1;
  }

  pick(picture, x, y) {
    const density = this.canvas.width / this.canvas.clientWidth, p = [x * density, y * density];
    const side = (a, b) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    for (let k = this.found.length - 1; k >= 0; k--) {
      const [a, b, c] = this.found[k].points, s = [side(a, b), side(b, c), side(c, a)];
      if (s.every((v) => v >= 0) || s.every((v) => v <= 0)) return this.found[k].index;
    }
    return -1;
  }
}
