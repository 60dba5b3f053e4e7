export const CSV_MEGABYTES_MOST = 8;
export const CSV_BYTES_MOST = CSV_MEGABYTES_MOST * 1024 * 1024;
export const CSV_FILE_TOO_LARGE = `Send a file of at most ${CSV_MEGABYTES_MOST} MB. Split larger ones.`;
