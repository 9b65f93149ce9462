// Drawing with WebGL 2: shaded solids, one light with soft shadows, a grid that fades, lines of even width.

const SHADE = `
uniform highp sampler2DShadow shadows;
uniform vec3 light, sky, earth;
uniform float texel;
float lit(vec4 s) {
  vec3 p = s.xyz / s.w * 0.5 + 0.5;
  if (any(lessThan(p, vec3(0.0))) || any(greaterThan(p, vec3(1.0)))) return 1.0;
  float sum = 0.0;
  for (int i = -2; i <= 2; i++) for (int j = -2; j <= 2; j++)
    sum += texture(shadows, vec3(p.xy + 1.3 * texel * vec2(i, j), p.z));
  return sum / 25.0;
}`;

const SOLID = [`#version 300 es
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 model, camera, sun;
uniform vec3 light;
out vec3 n, x;
out vec4 s;
void main() {
  vec4 world = model * vec4(position, 1.0);
  n = transpose(inverse(mat3(model))) * normal;
  x = world.xyz;
  s = sun * world;
  gl_Position = camera * world;
}`, `#version 300 es
precision highp float;
${SHADE}
uniform vec3 color, eye, up;
uniform float shine;
in vec3 n, x;
in vec4 s;
out vec4 outColor;
void main() {
  vec3 N = normalize(n), V = normalize(eye - x), H = normalize(light + V);
  float facing = dot(N, light);
  float direct = max(facing, 0.0) * lit(s);
  vec3 ambient = mix(earth, sky, 0.5 + 0.5 * dot(N, up)) * (0.72 + 0.28 * max(dot(N, V), 0.0));
  vec3 base = pow(color, vec3(2.2));
  float gloss = pow(max(dot(N, H), 0.0), 48.0) * direct;
  float rim = pow(1.0 - max(dot(N, V), 0.0), 3.0);
  vec3 c = base * (ambient + 0.85 * direct) + shine * gloss + 0.10 * rim * sky;
  outColor = vec4(pow(c, vec3(1.0 / 2.2)), 1.0);
}`];

const FLOOR = [`#version 300 es
uniform mat4 camera, sun;
uniform vec3 middle, across, along;
uniform float reach;
out vec2 g;
out vec4 s;
void main() {
  vec2 c = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  g = c * reach;
  vec4 world = vec4(middle + g.x * across + g.y * along, 1.0);
  s = sun * world;
  gl_Position = camera * world;
}`, `#version 300 es
precision highp float;
${SHADE}
uniform vec3 line, shade;
uniform float step, reach;
uniform vec2 shift;
in vec2 g;
in vec4 s;
out vec4 outColor;
float grid(vec2 p, float width) {
  vec2 w = max(fwidth(p), 1e-6), d = abs(fract(p - 0.5) - 0.5) / w;
  vec2 a = (1.0 - smoothstep(0.5 * width - 0.5, 0.5 * width + 0.9, d)) * clamp(0.3 / w - 0.5, 0.0, 1.0);
  return max(a.x, a.y);
}
void main() {
  float fade = smoothstep(1.0, 0.25, length(g) / reach);
  vec2 p = (g + shift) / step;
  float mark = max(0.5 * grid(p, 1.0), grid(p / 5.0, 1.0));
  float dark = 1.0 - lit(s);
  float a = 0.75 * mark * fade;
  float b = 0.34 * dark * smoothstep(1.0, 0.5, length(g) / reach);
  outColor = vec4(mix(line, shade, b / max(a + b, 1e-4)), a + b * (1.0 - a));
}`];

const LINE = [`#version 300 es
layout(location = 0) in vec3 a;
layout(location = 1) in vec3 b;
uniform mat4 camera;
uniform vec2 size;
uniform float width, first, tail;
out float age, edge;
void main() {
  vec4 p = camera * vec4(a, 1.0), q = camera * vec4(b, 1.0);
  vec2 d = (q.xy / q.w - p.xy / p.w) * size;
  d = length(d) > 1e-6 ? normalize(d) : vec2(1.0, 0.0);
  float end = float(gl_VertexID & 1), side = float(gl_VertexID >> 1) * 2.0 - 1.0;
  vec4 here = end > 0.5 ? q : p;
  vec2 offset = (vec2(-d.y, d.x) * side + d * (end * 2.0 - 1.0) * 0.3) * width;
  gl_Position = here + vec4(offset / size * here.w, -2e-4 * here.w, 0.0);
  age = clamp((float(gl_InstanceID) + end - first) / tail, 0.0, 1.0);
  edge = side;
}`, `#version 300 es
precision highp float;
uniform vec3 color;
uniform float strength;
in float age, edge;
out vec4 outColor;
void main() { outColor = vec4(color, strength * age * smoothstep(1.0, 0.55, abs(edge))); }`];

const DEPTH = [`#version 300 es
layout(location = 0) in vec3 position;
uniform mat4 model, camera;
void main() { gl_Position = camera * model * vec4(position, 1.0); }`, `#version 300 es
precision highp float;
uniform vec3 color;
out vec4 outColor;
void main() { outColor = vec4(color, 1.0); }`];

class Program {
  constructor(gl, [vertex, fragment]) {
    this.gl = gl;
    this.program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader));
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    this.places = {};
  }
  place(name) {
    if (!(name in this.places)) this.places[name] = this.gl.getUniformLocation(this.program, name);
    return this.places[name];
  }
  use(values) {
    this.gl.useProgram(this.program);
    this.set(values);
  }
  set(values) {
    const gl = this.gl;
    for (const [name, x] of Object.entries(values)) {
      const place = this.place(name);
      if (typeof x === "number") gl.uniform1f(place, x);
      else if (x.length === 16) gl.uniformMatrix4fv(place, false, x);
      else if (x.length === 3) gl.uniform3fv(place, x);
      else gl.uniform2fv(place, x);
    }
  }
}

class GLRenderer {
  constructor(canvas, meshes) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: true, preserveDrawingBuffer: true });
    if (!gl) throw new Error("no WebGL 2");
    Object.assign(this, { canvas, gl, lines: new Map() });
    this.solid = new Program(gl, SOLID);
    this.floor = new Program(gl, FLOOR);
    this.line = new Program(gl, LINE);
    this.depth = new Program(gl, DEPTH);
    this.meshes = meshes.map((mesh) => this.upload(mesh));
    this.empty = gl.createVertexArray();
    this.shadowSize = Math.min(2048, gl.getParameter(gl.MAX_TEXTURE_SIZE));
    this.shadows = this.target(this.shadowSize);
    this.picks = this.pickTarget();
  }

  upload({ vertices, normals, faces }) {
    const gl = this.gl, array = gl.createVertexArray();
    gl.bindVertexArray(array);
    [vertices, normals].forEach((data, k) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(k);
      gl.vertexAttribPointer(k, 3, gl.FLOAT, false, 0, 0);
    });
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, faces, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    return { array, count: faces.length };
  }

  target(size) {
    const gl = this.gl, texture = gl.createTexture(), frame = gl.createFramebuffer();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, size, size);
    for (const [name, value] of [
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE], [gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE],
    ]) gl.texParameteri(gl.TEXTURE_2D, name, value);
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, texture, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return { texture, frame };
  }

  pickTarget() { // one pixel, to ask which body is under the pointer
    const gl = this.gl, frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    [[gl.RGBA8, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT16, gl.DEPTH_ATTACHMENT]].forEach(([format, where]) => {
      const buffer = gl.createRenderbuffer();
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer);
      gl.renderbufferStorage(gl.RENDERBUFFER, format, 1, 1);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, where, gl.RENDERBUFFER, buffer);
    });
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return frame;
  }

  resize() {
    const density = Math.min(window.devicePixelRatio || 1, 2), c = this.canvas;
    const width = Math.round(c.clientWidth * density), height = Math.round(c.clientHeight * density);
    if (c.width !== width || c.height !== height) Object.assign(c, { width, height });
    this.density = density;
  }

  // picture: { solids: [{mesh, model, color, shine, casts}], trails, camera, light, floor, theme, reach, middle }
  draw(picture) {
    this.resize();
    const gl = this.gl, { camera, light, theme, middle, reach } = picture;
    const side = Math.abs(dot(light, [0, 1, 0])) > 0.9 ? [1, 0, 0] : [0, 1, 0];
    const sun = multiply(orthographic(reach, 0, 6 * reach), looking(add(middle, scale(light, 3 * reach)), middle, side));
    const lens = multiply(camera.projection, camera.view);
    gl.enable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    this.shadowPass(picture.solids, sun);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const shared = { camera: lens, sun, light, sky: theme.sky, earth: theme.earth, texel: 1 / this.shadowSize };
    this.solid.use({ ...shared, eye: camera.eye, up: camera.up });
    for (const s of picture.solids) {
      this.solid.set({ model: s.model, color: s.color, shine: s.shine });
      this.fill(s.mesh);
    }
    gl.enable(gl.BLEND);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(false);
    if (picture.floor) {
      this.floor.use({ ...shared, ...picture.floor, line: theme.line, shade: theme.shade });
      gl.bindVertexArray(this.empty);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    }
    this.trails(picture.trails, lens);
    gl.depthMask(true);
  }

  fill(index) {
    const mesh = this.meshes[index];
    this.gl.bindVertexArray(mesh.array);
    this.gl.drawElements(this.gl.TRIANGLES, mesh.count, this.gl.UNSIGNED_INT, 0);
  }

  shadowPass(solids, sun) {
    const gl = this.gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadows.frame);
    gl.viewport(0, 0, this.shadowSize, this.shadowSize);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(2.5, 6);
    this.depth.use({ camera: sun });
    for (const s of solids) if (s.casts) {
      this.depth.set({ model: s.model });
      this.fill(s.mesh);
    }
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.bindTexture(gl.TEXTURE_2D, this.shadows.texture);
  }

  trails(trails, lens) {
    const gl = this.gl;
    this.line.use({ camera: lens, size: [this.canvas.width, this.canvas.height] });
    for (const { name, path, color, now, tail } of trails) {
      if (!this.lines.has(name)) this.lines.set(name, this.uploadLine(path));
      gl.bindVertexArray(this.lines.get(name));
      const count = path.length / 3 - 1;
      if (count < 1) continue;
      this.line.set({ color, width: 1.4 * this.density, strength: 0.4, first: -1e6, tail: 1 });
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
      this.line.set({ width: 2.4 * this.density, strength: 0.95, first: now - tail, tail });
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, Math.min(count, Math.ceil(now)));
    }
  }

  uploadLine(path) {
    const gl = this.gl, array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, path, gl.STATIC_DRAW);
    for (const k of [0, 1]) {
      gl.enableVertexAttribArray(k);
      gl.vertexAttribPointer(k, 3, gl.FLOAT, false, 12, 12 * k);
      gl.vertexAttribDivisor(k, 1);
    }
    gl.bindVertexArray(null);
    return array;
  }

  // Index of the solid at a place of the window, or -1.
  pick(picture, x, y) {
    const gl = this.gl, { camera } = picture, w = this.canvas.clientWidth, h = this.canvas.clientHeight;
    const zoom = new Float32Array([w, 0, 0, 0, 0, h, 0, 0, 0, 0, 1, 0, w - 2 * x, 2 * y - h, 0, 1]);
    const lens = multiply(zoom, multiply(camera.projection, camera.view));
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.picks);
    gl.viewport(0, 0, 1, 1);
    gl.disable(gl.BLEND);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.depth.use({ camera: lens });
    picture.solids.forEach((s, k) => {
      this.depth.set({ model: s.model, color: [((k + 1) & 255) / 255, ((k + 1) >> 8) / 255, 0] });
      this.fill(s.mesh);
    });
    const found = new Uint8Array(4);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, found);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return found[0] + 256 * found[1] - 1;
  }
}
