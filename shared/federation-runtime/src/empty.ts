/** Empty entry for containers: the bundler requires one, and a container has none of its own. */
export {};
