/** One consequence of an act: the event that it sends. */
export const WebhookNote = ({ type }: { type: string }) => (
  <li>
    Your webhooks receive <code className="font-mono text-xs">{type}</code>.
  </li>
);
