export function Component() {
  return <h1>operator</h1>;
}
