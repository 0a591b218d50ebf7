import { useNavigate, usePaths } from '@shared/router';
import { IconButton } from '@shared/ui';
import { X } from '@shared/ui/icons';
import { strings } from './strings.ts';

/** Leaves the top-up and navigates home. */
export function CloseButton() {
  const navigate = useNavigate();
  const home = usePaths().home();
  return <IconButton label={strings.close} icon={<X />} onClick={() => navigate(home)} />;
}
