// The package has no types of its own for this entry.
declare module "libheif-js/wasm-bundle.js" {
  type Pixels = { data: Uint8ClampedArray; width: number; height: number };
  type HeifImage = {
    get_width(): number;
    get_height(): number;
    display(into: Pixels, done: (shown: Pixels | null) => void): void;
    free(): void;
  };
  const heif: { HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] } };
  export default heif;
}
