// Of two folders, one uses the other. Tests and what only they import are left out: they may use anything.

const { options } = require("./.dependency-cruiser.cjs");

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "folders-have-a-direction",
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
