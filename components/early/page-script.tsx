import { THEME_COOKIE } from "@/components/theme/theme";

const YEAR_SECONDS = 31_536_000;

/*
 * The few lines that stand in every page and run before any other script. A theme takes effect as it is chosen. The last
 * button that was pressed before its script had come is remembered, for EarlyPress.
 */
const PAGE_SCRIPT = `(() => {
  const root = document.documentElement;
  const show = () => {
    for (const input of document.querySelectorAll("[data-theme-choice]")) {
      input.checked = input.value === (root.dataset.theme ?? "system");
    }
  };
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("change", ({ target }) => {
    if (!target.matches("[data-theme-choice]")) return;
    const pinned = target.value !== "system";
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = "${THEME_COOKIE}=" + target.value + "; Path=/; Max-Age=" + (pinned ? ${YEAR_SECONDS} : 0) + "; SameSite=Lax" + secure;
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

/** On pages without any other script: copies the code beside a button and says so for two seconds. */
export const COPY_SCRIPT = `;document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  const code = button?.closest("figure").querySelector("code");
  if (!code) return;
  const [words, status] = button.querySelectorAll("span");
  const said = await navigator.clipboard.writeText(code.textContent).then(() => "Copied", () => "Could not copy");
  words.dataset.idle ??= words.textContent;
  words.textContent = status.textContent = said;
  clearTimeout(button.again);
  button.again = setTimeout(() => {
    words.textContent = words.dataset.idle;
    status.textContent = "";
  }, 2000);
})`.replaceAll(/\n\s*/g, "\n");

/** What a content policy lets this page's own inline script run by; it is made anew for each request. */
export const nonceIn = (policy: string | null | undefined): string | undefined =>
  /'nonce-([^']+)'/.exec(policy ?? "")?.[1];

/** Puts the page's own script into it. */
export const PageScript = ({ nonce, more = "" }: { nonce: string | undefined; more?: string }) => (
  <script
    nonce={nonce}
    // A browser keeps a nonce to itself.
    suppressHydrationWarning
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
    dangerouslySetInnerHTML={{ __html: PAGE_SCRIPT + more }}
  />
);
