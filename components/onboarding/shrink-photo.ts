const LONG_SIDE = 3000;
const WORTH_IT_BYTES = 2 * 2 ** 20;
const QUALITY = 0.9;

/**
 * A large photo, made as small as it will be kept anyway: a slow connection should not carry what is thrown away on
 * arrival. Whatever goes wrong, the photo as it is.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.size < WORTH_IT_BYTES) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, LONG_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    return small && small.size > 0 && small.size < file.size ? small : file;
  } catch {
    return file;
  }
}
