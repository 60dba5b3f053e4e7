import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { Button, busyProps } from "./button";
import { SubmitButton } from "./form";

test.each([
  [
    "a button",
    <Button key="b" type="submit" loading>
      Send
    </Button>,
  ],
  [
    "a form's button",
    <SubmitButton key="s" loading>
      Send
    </SubmitButton>,
  ],
])("a busy %s keeps the focus, because it is aria-disabled and not disabled", (_, button) => {
  const html = renderToStaticMarkup(button);
  expect(html).toContain('aria-disabled="true"');
  expect(html).toContain('aria-busy="true"');
  expect(html).not.toMatch(/\sdisabled=/);
});

test("a busy button ignores clicks", () => {
  const onClick = vi.fn();
  const { props } = Button({ loading: true, onClick, children: "Send" });
  expect(props.onClick).toBe(busyProps.onClick);
  const event = { preventDefault: vi.fn() };
  props.onClick(event);
  expect(event.preventDefault).toHaveBeenCalledOnce();
  expect(onClick).not.toHaveBeenCalled();
  expect(Button({ onClick, children: "Send" }).props.onClick).toBe(onClick);
});
