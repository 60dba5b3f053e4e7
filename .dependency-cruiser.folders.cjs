// Finds folders that import each other. Excludes tests and their helpers, which may import anything.

const { options } = require("./.dependency-cruiser.cjs");

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circular-folders",
      severity: "error",
      scope: "folder",
      from: { path: "^(lib|peers|prisma)" },
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: [...options.exclude.path, "\\.test\\.tsx?$", "^lib/testing", "^prisma/generated"] },
  },
};
