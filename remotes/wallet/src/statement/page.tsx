export function Component() {
  return <h1>wallet</h1>;
}
