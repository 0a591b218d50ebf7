export { type Answers, answerCalls, failure } from './answer-calls.ts';
export { missingPlaces, oddPlaces } from './odd-responses/mutations.ts';
export { FRAMES, RESPONSES } from './odd-responses/responses.ts';
export { testOddFrames, testOddResponses } from './odd-responses/test-odd-responses.ts';
export { renderScreen } from './render-screen.tsx';
