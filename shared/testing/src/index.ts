export { type Answers, answerCalls, failure } from './answer-calls.ts';
export { oddPlaces } from './odd-responses/mutations.ts';
export {
  type AnsweringCall,
  liveConnector,
  order,
  RESPONSES,
  transaction,
} from './odd-responses/responses.ts';
export { type OddScreen, testOddResponses } from './odd-responses/test-odd-responses.ts';
export { renderScreen } from './render-screen.tsx';
