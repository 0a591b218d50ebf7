/** A container has no entry of its own, and the bundler wants one. */
export {};
