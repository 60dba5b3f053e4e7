import sharp from "sharp";

/** A photo as a phone would send it: a JPEG of one colour with a place in its metadata. */
export function makePhoto(colour = "#7799bb", { width = 900, height = 600 } = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .withExif({ IFD0: { Make: "Secret Phone" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .jpeg()
    .toBuffer();
}
