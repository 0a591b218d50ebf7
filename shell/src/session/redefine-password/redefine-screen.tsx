import { Navigate, useParams, usePaths, useSearchParams } from '@shared/router';
import { RedefineForm } from './redefine-form.tsx';

/** A new password by the token of a mail, which stands in the path or in the query (decisions, section 2). */
export function RedefineScreen() {
  const [search] = useSearchParams();
  const token = useParams().token ?? search.get('token');
  const forgotPassword = usePaths().forgotPassword();
  return token ? <RedefineForm token={token} /> : <Navigate to={forgotPassword} replace />;
}
