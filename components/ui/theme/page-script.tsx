import { THEME_COOKIE, ZONE_COOKIE } from "./preferences";

const YEAR_SECONDS = 31_536_000;

/*
 * The inline script of every page, which runs before all others. It applies the chosen theme, tells the server the reader's
 * time zone for the next page, and remembers the last button pressed before the page's scripts loaded, for EarlyPress.
 */
const PAGE_SCRIPT = `(() => {
  const root = document.documentElement;
  const keep = (name, value, seconds) => {
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = name + "=" + value + "; Path=/; Max-Age=" + seconds + "; SameSite=Lax" + secure;
  };
  keep("${ZONE_COOKIE}", Intl.DateTimeFormat().resolvedOptions().timeZone, ${YEAR_SECONDS});
  const show = () => {
    for (const input of document.querySelectorAll("[data-theme-choice]")) {
      input.checked = input.value === (root.dataset.theme ?? "system");
    }
  };
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("change", ({ target }) => {
    if (!target.matches("[data-theme-choice]")) return;
    const pinned = target.value !== "system";
    keep("${THEME_COOKIE}", target.value, pinned ? ${YEAR_SECONDS} : 0);
    if (pinned) root.dataset.theme = target.value;
    else delete root.dataset.theme;
    show();
  });
  let pressed;
  const press = ({ target }) => {
    pressed = target.closest("button[type=button]:not([popovertarget])") ?? pressed;
  };
  document.addEventListener("click", press, true);
  window.takeEarlyPress = () => {
    document.removeEventListener("click", press, true);
    const early = pressed;
    pressed = undefined;
    return early;
  };
})()`.replaceAll(/\n\s*/g, "\n");

/** For pages without other scripts: copies the code beside a button and confirms it for two seconds. */
export const COPY_SCRIPT = `;document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  const code = button?.closest("figure").querySelector("code");
  if (!code) return;
  const [words, status] = button.querySelectorAll("span");
  const result = await navigator.clipboard.writeText(code.textContent).then(() => "Copied", () => "Could not copy");
  words.dataset.idle ??= words.textContent;
  words.textContent = status.textContent = result;
  clearTimeout(button.again);
  button.again = setTimeout(() => {
    words.textContent = words.dataset.idle;
    status.textContent = "";
  }, 2000);
})`.replaceAll(/\n\s*/g, "\n");

/** The nonce of a content security policy, new for each request. It lets the page's inline script run. */
export const nonceIn = (policy: string | null | undefined): string | undefined =>
  /'nonce-([^']+)'/.exec(policy ?? "")?.[1];

/** The page's inline script. */
export const PageScript = ({ nonce, more = "" }: { nonce: string | undefined; more?: string }) => (
  <script
    nonce={nonce}
    // Browsers hide nonces from scripts, so hydration would see a difference.
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
    dangerouslySetInnerHTML={{ __html: PAGE_SCRIPT + more }}
  />
);
