import { IconArrowRight, IconChevronLeft, IconChevronRight, type IconProps } from '@tabler/icons-react';

/** Directional icons: "forward" is left in Arabic and right in English. Never mirror trucks, clocks, checks. */
export const ForwardIcon = (props: IconProps) => <IconChevronRight size={16} {...props} className="flip" aria-hidden />;
export const BackIcon = (props: IconProps) => <IconChevronLeft size={16} {...props} className="flip" aria-hidden />;
export const ArrowForwardIcon = (props: IconProps) => (
  <IconArrowRight size={16} {...props} className="flip" aria-hidden />
);
