export { type Answers, answerCalls, failure } from './answer-calls.ts';
export { renderScreen } from './render-screen.tsx';
