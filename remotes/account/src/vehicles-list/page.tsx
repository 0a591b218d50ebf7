export function Component() {
  return <h1>account</h1>;
}
