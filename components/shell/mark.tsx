/** The V, drawn with a broad nib: one heavy stroke down, one light stroke up. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path d="M4 5h8l6.4 17.2L16 28h-2.6z" fill="currentColor" />
      <path d="M24.6 5H28l-9.2 21.2-1.5-4z" fill="currentColor" opacity=".72" />
    </svg>
  );
}
