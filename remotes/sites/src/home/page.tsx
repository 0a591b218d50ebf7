export function Component() {
  return <h1>sites</h1>;
}
