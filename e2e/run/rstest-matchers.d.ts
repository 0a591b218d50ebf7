import type { TestingLibraryMatchers } from '@testing-library/jest-dom/matchers';

declare module '@rstest/core' {
  // Matchers that `rstest.setup.ts` adds to `expect`.
  interface Assertion<T> extends TestingLibraryMatchers<unknown, T> {}
}
