/** A CSS Module is a map from the names written in the file to the names in the page. */
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
