import { expect, it } from "vitest";
import { withoutBorder } from "./border";

/** A noisy picture with a border of one gray. */
function framed({
  width,
  height,
  border,
  shade = 20,
}: {
  width: number;
  height: number;
  border: number;
  shade?: number;
}) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isBorder = Math.min(x, y, width - 1 - x, height - 1 - y) < border;
      data.fill(
        isBorder ? shade + ((x + y) % 3) : 80 + ((x * 7 + y * 13) % 160),
        (y * width + x) * 4,
        (y * width + x) * 4 + 3,
      );
    }
  }
  return { data, width, height };
}

it("cuts off a plain border, and nothing else", () => {
  const whole = framed({ width: 200, height: 120, border: 20 });
  const inside = withoutBorder(whole);
  expect(inside).toMatchObject({ width: 160, height: 80 });
  expect(inside?.data.subarray(0, 4)).toEqual(whole.data.subarray((20 * 200 + 20) * 4, (20 * 200 + 20) * 4 + 4));
  expect(inside?.data.at(-2)).toBe(whole.data.at(-(20 * 200 + 20) * 4 - 2));
});

it("leaves pictures without a border, plain ones, and those of which little would be left", () => {
  expect(withoutBorder(framed({ width: 200, height: 120, border: 0 }))).toBeNull();
  expect(withoutBorder(framed({ width: 200, height: 120, border: 60 }))).toBeNull();
  expect(withoutBorder(framed({ width: 200, height: 120, border: 29 }))).toBeNull();
  expect(withoutBorder(framed({ width: 200, height: 120, border: 28 }))).toMatchObject({ height: 64 });
});
