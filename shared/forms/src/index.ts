export { failureText } from './failure-text.ts';
export { confirmsPassword, email, fullName, password, required } from './fields.ts';
export { FormFailure } from './form-failure.tsx';
export { passwordRefusal } from './password-refusal.ts';
export { type Registration, tidied, tidyInput } from './tidied.ts';
export { useSendForm } from './use-send-form.ts';
