const choice =
  "flex min-h-8 cursor-pointer items-center rounded-md px-3 text-muted text-sm has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-accent-text hover:text-ink";

/**
 * Which language the examples of the whole page are shown in. Radio buttons and CSS, no script: the page's root is a
 * group called "docs" that knows which one is checked.
 */
export function LanguageSwitch() {
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="float-left mr-2 text-muted text-xs">Examples in</legend>
      <label className={choice}>
        <input type="radio" name="language" id="language-curl" defaultChecked className="sr-only" />
        curl
      </label>
      <label className={choice}>
        <input type="radio" name="language" id="language-node" className="sr-only" />
        Node
      </label>
      <label className={choice}>
        <input type="radio" name="language" id="language-python" className="sr-only" />
        Python
      </label>
    </fieldset>
  );
}
