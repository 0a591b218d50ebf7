export interface ShellScreenProps {
  /** If false, as on a standalone page, the screen renders the heading itself. */
  hasHeader: boolean;
}
