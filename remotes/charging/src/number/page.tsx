export function Component() {
  return <h1>charging</h1>;
}
