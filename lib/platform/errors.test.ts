import { expect, it } from "vitest";
import {
  AppError,
  Conflict,
  Forbidden,
  InvalidField,
  MissingParameter,
  NotFound,
  Unauthorized,
  Unavailable,
  Unprocessable,
} from "./errors";

it.each([
  [new NotFound(), { status: 404, name: "NotFound", message: "Not found" }],
  [new NotFound("No such key"), { status: 404, message: "No such key" }],
  [new MissingParameter("email"), { status: 400, code: "missing_parameter", field: "email" }],
  [
    new InvalidField("performers.2.email", "must be an address"),
    { status: 400, code: "invalid_field", field: "performers.2.email", message: "must be an address" },
  ],
  [new Unauthorized(), { status: 401 }],
  [new Forbidden("No"), { status: 403 }],
  [new Forbidden("No", "TEST_MODE_UNAVAILABLE"), { status: 403, code: "TEST_MODE_UNAVAILABLE" }],
  [new Conflict("CONSENT_PENDING", "Wait"), { status: 409, code: "CONSENT_PENDING" }],
  [new Unprocessable("suspended_otherwise", "Held"), { status: 422, code: "suspended_otherwise" }],
  [new Unavailable("Down", 30), { status: 503, headers: { "Retry-After": "30" } }],
])("%s has its status and code", (error, expected) => {
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject(expected);
});

it("has a code only where the contract has one", () => {
  for (const error of [new Unauthorized(), new Forbidden("No"), new NotFound()]) {
    expect(error.code).toBeUndefined();
  }
});

it("carries other documented members", () => {
  const error = new AppError(409, "Not uploaded", { code: "NOT_UPLOADED", extra: { complianceCopyUpload: null } });
  expect(error.extra).toEqual({ complianceCopyUpload: null });
});
