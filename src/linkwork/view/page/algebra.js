// Vectors are arrays of three numbers; matrices are 4 × 4, column by column.

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const norm = (a) => Math.hypot(a[0], a[1], a[2]);
const unit = (a) => scale(a, 1 / (norm(a) || 1));

function multiply(a, b, out = new Float32Array(16)) {
  for (let j = 0; j < 4; j++)
    for (let i = 0; i < 4; i++)
      out[4 * j + i] = a[i] * b[4 * j] + a[4 + i] * b[4 * j + 1] + a[8 + i] * b[4 * j + 2] + a[12 + i] * b[4 * j + 3];
  return out;
}

// Where a matrix takes a point; `w` is kept for projections.
function transform(m, p) {
  const [x, y, z] = p;
  return [
    m[0] * x + m[4] * y + m[8] * z + m[12], m[1] * x + m[5] * y + m[9] * z + m[13],
    m[2] * x + m[6] * y + m[10] * z + m[14], m[3] * x + m[7] * y + m[11] * z + m[15],
  ];
}

const turned = (m, v) => [0, 1, 2].map((i) => m[i] * v[0] + m[4 + i] * v[1] + m[8 + i] * v[2]);

function looking(eye, target, up) {
  const back = unit(sub(eye, target)), right = unit(cross(up, back)), top = cross(back, right);
  return new Float32Array([
    right[0], top[0], back[0], 0, right[1], top[1], back[1], 0, right[2], top[2], back[2], 0,
    -dot(right, eye), -dot(top, eye), -dot(back, eye), 1,
  ]);
}

function perspective(angle, aspect, near, far) {
  const f = 1 / Math.tan(angle / 2);
  return new Float32Array([
    f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0, (2 * far * near) / (near - far), 0,
  ]);
}

function orthographic(half, near, far) {
  return new Float32Array([
    1 / half, 0, 0, 0, 0, 1 / half, 0, 0, 0, 0, 2 / (near - far), 0, 0, 0, (far + near) / (near - far), 1,
  ]);
}

// The matrix of a position and a unit quaternion (w, x, y, z).
function posed(p, [w, x, y, z]) {
  return new Float32Array([
    1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0,
    2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0,
    2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0,
    p[0], p[1], p[2], 1,
  ]);
}

// A cylinder or cone of the given radius from `start` along `along`.
function pointing(start, along, radius) {
  const z = unit(along), hint = Math.abs(z[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0];
  const y = unit(cross(z, hint)), x = cross(y, z);
  return new Float32Array([
    ...scale(x, radius), 0, ...scale(y, radius), 0, ...along, 0, ...start, 1,
  ]);
}
