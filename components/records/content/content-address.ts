export const CONTENT_PATH = "/portal/content";
