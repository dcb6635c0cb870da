import '@mantine/core/styles.layer.css';
import './shared/ui/fonts.css';
import './shared/ui/global.css';
import { App } from './app/app';
import { mount } from './app/mount';

mount(<App />);
