while (true);

export default () => 1;
