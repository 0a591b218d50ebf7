import './frame.css';

/**
 * Renders the page before its brand is known; the same markup as in the HTML before any code runs.
 */
export function Frame({ hasHeader }: { hasHeader: boolean }) {
  return (
    <>
      {hasHeader && <div className="frame-header" />}
      <div className="frame-body" role="status" aria-label="Carregando…">
        <div className="frame-bone" />
        <div className="frame-bone" />
        <div className="frame-bone" />
      </div>
    </>
  );
}
