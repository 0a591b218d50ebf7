export { failure, type MockResponses, mockCalls } from './mock-calls.ts';
export { FRAMES } from './odd-responses/frames.ts';
export { missingPlaces, oddPlaces } from './odd-responses/mutations.ts';
export { RESPONSES } from './odd-responses/responses.ts';
export { testOddFrames, testOddResponses } from './odd-responses/test-odd-responses.ts';
export { renderScreen } from './render-screen.tsx';
