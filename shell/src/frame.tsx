import './frame.css';

/** The page before its brand is known; the same as what the HTML shows before any code runs. */
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
