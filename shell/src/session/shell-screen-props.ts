export interface ShellScreenProps {
  /**
   * False on a remote's standalone page: the screen then renders the heading that the header shows
   * otherwise.
   */
  hasHeader: boolean;
}
